// Someone who signs out (or changes the password, or deletes the account) on a page for members is taken
// elsewhere by what they did. That page must not send them to sign in on their way out.
let isLeaving = false

export function setLeaving(value: boolean) {
  isLeaving = value
}

export function isLeavingOnPurpose() {
  return isLeaving
}
