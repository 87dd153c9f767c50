-- How fast videos were processed lately: how much was done (seconds of the video times pixels of its picture), and how
-- many seconds that took. Earlier videos count less with each new one.
create table processing_speeds (
  work text primary key,
  amount float8 not null,
  seconds float8 not null
);

-- What the owner of an unfinished video is told: its place in the queue, and how many seconds are left, rounded.
alter table videos add column queue_place integer;
alter table videos add column seconds_left integer;
