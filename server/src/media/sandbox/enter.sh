# Usage: sh enter.sh [dir P | file P | link P TARGET | program P | device P | input P | work P]... -- COMMAND...
#
# Runs as the first process in new namespaces. Builds a root with only the given paths, enters it, drops all
# capabilities and executes the command. A failure before that ends with status 120.
set -eu
trap 'exit 120' EXIT
PATH="$PATH:/usr/sbin:/sbin"
work=/

# /sys is a mount point that exists everywhere and never holds a file that we need.
mount -t tmpfs -o mode=755,nosuid,nodev,size=1m sandbox /sys
cd /sys
mkdir old
# umount(8) reads the list of mounts through this; the link dangles once the old root is unmounted.
ln -s old/proc proc

while [ "$1" != -- ]; do
  case $1 in
    dir) mkdir -p ".$2" ;;
    file) : >".$2" ;;
    link) ln -s "$3" ".$2" && shift ;;
    program) mount -o rbind,ro,nosuid,nodev "$2" ".$2" ;;
    device) mount -o bind "$2" ".$2" ;;
    input) mount -o bind,ro,nosuid,nodev,noexec "$2" ".$2" ;;
    work) mount -o bind,nosuid,nodev,noexec "$2" ".$2" && work=$2 ;;
  esac
  shift 2
done
shift

pivot_root . old
umount -l /old
cd "$work"
exec setpriv --bounding-set=-all --inh-caps=-all "$@"
