const PROBLEM = 'application/problem+json';
/** The ranges that JSON falls in, the most specific first, which decides (RFC 9110 section 12.5.1). */
const JSON_RANGES = ['application/json', 'application/*', '*/*'];

/**
 * Whether an `Accept` asks for problem documents: it names them with at least the weight of JSON. A
 * range with a star does not name them: our own format is the default (Rule: errors).
 */
export function prefersProblemJson(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes(PROBLEM)) return false;
  const weights = new Map(accept.split(',').map(readRange));
  const problem = weights.get(PROBLEM) ?? 0;
  const range = JSON_RANGES.find((each) => weights.has(each));
  return problem > 0 && problem >= (range === undefined ? 0 : weights.get(range)!);
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
