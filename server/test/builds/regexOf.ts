/** A pattern of a route as a regular expression: another way to the same answer as `matchRoutes`, and a slow one. */
export function regexOf(pattern: string): RegExp {
  const [path = ''] = pattern.split('?');
  const parts = path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      if (segment === '**') return '(?:/[^/]+)*';
      if (segment.startsWith(':')) return '/[^/]+';
      return `/(?=[^/])${segment
        .split('*')
        .map((text) => RegExp.escape(text))
        .join('[^/]*')}`;
    });
  return new RegExp(`^${parts.join('')}/?$`);
}
