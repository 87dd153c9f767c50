-- What probing found out about the source when it was uploaded, so that processing need not probe it again.
create table video_sources (
  video_id uuid primary key references videos on delete cascade,
  info jsonb not null
);
