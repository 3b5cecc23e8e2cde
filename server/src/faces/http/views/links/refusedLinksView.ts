interface Refused {
  readonly link: { readonly id: string; readonly slug: string };
  readonly message: string;
}

/** Links that a call for several left as they are, each with the reason. */
export function renderRefusedLinks(refused: readonly Refused[]) {
  return refused.map(({ link, message }) => ({ id: link.id, slug: link.slug, message }));
}
