/** Entries one by one, whatever the size of the pages that they come in. */
export interface Pages<Page, Entry> extends AsyncIterable<Entry> {
  /** The pages as the server gives them. */
  pages(): AsyncIterable<Page>;
}

export function pagesOf<Page extends { readonly nextCursor?: string | undefined }, Entry>(
  fetchPage: (cursor: string | undefined) => Promise<Page>,
  entriesOf: (page: Page) => readonly Entry[],
): Pages<Page, Entry> {
  async function* pages() {
    let cursor: string | undefined;
    do {
      const page: Page = await fetchPage(cursor);
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* entriesOf(page);
    },
  };
}
