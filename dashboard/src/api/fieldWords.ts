/** Fields of requests that people fill in, as the screens call them. */
const FIELDS: Readonly<Record<string, string>> = {
  name: 'The name',
  email: 'The e-mail',
  password: 'The password',
  currentPassword: 'The current password',
  newPassword: 'The new password',
  code: 'The code',
  host: 'The domain',
  slug: 'The slug',
  externalId: 'The external id',
  defaultUrl: 'The default URL',
  fallbackUrl: 'The address for everybody else',
  iosUrl: 'The address for iPhone and iPad',
  androidUrl: 'The address for Android',
  iosFallbackUrl: 'The address for iPhone and iPad without the app',
  androidFallbackUrl: 'The address for Android without the app',
  matchingWindowMinutes: 'The window in minutes',
  clickRetentionDays: 'How long clicks are kept',
};

/** A finding of the server, which begins with the API's name of the field or limit, as people read it. */
export function inWords(message: string): string {
  return message
    .replace(/^Limit \w+ reached: /, '')
    .replace(/^[a-zA-Z]+(?= )/, (field) => FIELDS[field] ?? field);
}
