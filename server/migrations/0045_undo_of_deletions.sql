-- A video that its owner has deleted, as long as that can be undone, is kept like one that a moderator took down; this
-- column is what tells them apart.
alter table videos add column undo_until timestamptz;
