/**
 * Whether an `Accept` asks for `wanted` rather than `usual`: it names it, with at least the weight of the other. A range
 * with a star names nothing, because what is usual is the default (Rule: errors 1; Rule: operations 5).
 */
export function prefersType(accept: string | undefined, wanted: string, usual: string): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(wanted)) return false;
  const weights = new Map(accept.split(',').map(readRange));
  const weight = weights.get(wanted) ?? 0;
  // The most specific range decides (RFC 9110 section 12.5.1).
  const range = [usual, 'application/*', '*/*'].find((each) => weights.has(each));
  return weight > 0 && weight >= (range === undefined ? 0 : weights.get(range)!);
}

/** `text/html;level=1;q=0.5` → its type and weight; an invalid weight counts as 1. */
function readRange(text: string): [type: string, weight: number] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [
    type,
    weight !== undefined && /^(?:0|1|0\.\d{1,3}|1\.0{1,3})$/.test(weight) ? Number(weight) : 1,
  ];
}
