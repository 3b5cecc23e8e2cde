/** Leaves the dashboard for a page of the payment provider. */
export function goTo({ url }: { readonly url: string }): void {
  window.location.assign(url);
}
