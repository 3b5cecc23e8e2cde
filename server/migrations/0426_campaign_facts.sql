-- Clicks know their language, the placement of the code that was scanned, and the campaign of where they led.

alter table clicks
  add column language smallint,
  add column placement integer,
  add column utm_source integer,
  add column utm_medium integer,
  add column utm_campaign integer,
  add column utm_term integer,
  add column utm_content integer;
comment on column clicks.device is 'Code in click_terms, as os, browser, country, app and language; null: unknown.';
comment on column clicks.placement is 'Code in routes: where the QR code was printed; null: no code, or none of a placement.';
comment on column clicks.utm_source is 'Code in referrers, as the other four: the campaign in the address that the link led to; null: none.';
comment on table routes is 'Dictionary of names that people of a project gave: the rules and variants that led clicks, and placements.';
comment on column routes.route is 'rule or variant, a space, and its name; or the name of a placement.';
comment on table referrers is 'Dictionary of what visitors bring: the host of the Referer header, and the parts of campaigns.';

alter table links add column placements jsonb;
comment on column links.placements is 'Where its QR codes are printed, each with its code in `_qr`.';

-- Days that were rolled up without these lists.
update rolled_days set stale = true;
