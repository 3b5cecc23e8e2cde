/**
 * SQL: `ios`, `android` or null, from a row of `installations`. An SDK names its platform; where the app calls itself, it names the
 * system.
 */
export const PLATFORM = `case
  when lower(client_platform) in ('ios', 'android') then lower(client_platform)
  when lower(os_name) in ('ios', 'ipados', 'iphone os') then 'ios'
  when lower(os_name) = 'android' then 'android'
end`;
