create table playlists (
  id uuid primary key,
  -- Null once the playlist is to be removed for good (lifecycle/purge).
  owner_id uuid references users on delete cascade,
  -- Built-in playlists have a kind. A person has at most one of each kind, which is created when it is first used.
  kind text check (kind = 'watch-later'),
  name text not null,
  description text not null default '',
  visibility text not null check (visibility in ('public', 'unlisted', 'private')),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Set when its owner deletes it, who can undo that for a while.
  deleted_at timestamptz
);
create unique index playlists_kind on playlists (owner_id, kind) where kind is not null;
create index playlists_of_owner on playlists (owner_id, updated_at desc, id desc) where deleted_at is null;
create index playlists_removable on playlists (deleted_at) where deleted_at is not null;
create index playlists_detached on playlists (id) where owner_id is null;

create table playlist_entries (
  playlist_id uuid not null references playlists on delete cascade,
  video_id uuid not null references videos on delete cascade,
  -- A fractional index, compared by bytes: moving an entry writes only its own row.
  position text not null collate "C",
  added_at timestamptz not null,
  primary key (playlist_id, video_id),
  -- Checked after each statement, so that one statement can renumber a playlist.
  constraint playlist_entries_position unique (playlist_id, position) deferrable initially immediate
);
create index playlist_entries_video on playlist_entries (video_id);
