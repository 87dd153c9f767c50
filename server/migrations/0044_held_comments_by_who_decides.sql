-- without a transaction
drop index concurrently if exists comments_held_by_creator;
create index concurrently comments_held_by_creator on comments (held_by, (hold = 'approval'), created_at desc, id desc)
  where held_by is not null and owner_id is not null;
drop index concurrently if exists comments_held_for_moderators;
create index concurrently comments_held_for_moderators on comments (created_at, id)
  where is_held and held_by is null and owner_id is not null;
