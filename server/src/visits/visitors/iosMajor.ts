/**
 * The release an iPhone runs, from the number it says: iOS went from 18 to 26, and what was built for an
 * older system is told 19 by it (Rule: attribution).
 */
export function iosMajor(said: number): number {
  return said > 18 && said < 26 ? 26 : said;
}
