-- How often each page was opened on a day, without any data about visitors.
create table page_views (
  day date not null,
  route text not null,
  path text not null,
  count integer not null,
  primary key (day, route, path)
);
