-- Whether an app could prove whose it is: somebody who looks into a credit sees it beside who said so.
alter table customer_periods add column proved boolean;
comment on column customer_periods.proved is 'Whether an app said it with a proof that the project''s server had made; null: of a server, or stored by an earlier release.';
