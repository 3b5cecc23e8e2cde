/**
 * Reads RFC 4180 to the letter: CRLF after every record, quotes around what needs them and nowhere
 * else, quotes in quotes doubled, as many fields as the first record has. Throws where it is not so.
 */
export function readStrictCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  const fail = (why: string): never => {
    throw new Error(`${why} at character ${at} of the CSV file`);
  };
  while (at < text.length) {
    let field = '';
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        if (at >= text.length) fail('A quote is not closed');
        if (text[at] === '"' && text[at + 1] === '"') at += 1;
        else if (text[at] === '"') break;
        field += text[at];
      }
      at += 1;
    } else {
      for (; at < text.length && text[at] !== ',' && text[at] !== '\r'; at += 1) {
        if (text[at] === '"' || text[at] === '\n') fail('A field needs quotes');
        field += text[at];
      }
    }
    record.push(field);
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) fail('A record has no end');
      continue;
    }
    if (text.slice(at, at + 2) !== '\r\n') fail('A record does not end with CRLF');
    at += 2;
    if (record.length !== (records[0] ?? record).length)
      fail('A record has another number of fields');
    records.push(record);
    record = [];
  }
  if (record.length > 0) fail('The file ends inside of a record');
  return records;
}
