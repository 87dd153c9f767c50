-- How fast videos were processed lately: the amount of work (seconds of the video times the pixels of its picture), and
-- the seconds that it took. The weight of earlier videos decreases with each new one.
create table processing_speeds (
  work text primary key,
  amount float8 not null,
  seconds float8 not null
);

-- What the owner of an unfinished video sees: its place in the queue, and the rounded seconds left.
alter table videos add column queue_place integer;
alter table videos add column seconds_left integer;
