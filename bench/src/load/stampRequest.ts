import { FRESH_ADDRESS, FRESH_NUMBER } from './buildRequest.ts';

/** A request whose placeholders are written again each time it is sent. */
export interface StampedRequest {
  readonly bytes: Buffer;
  readonly addressesAt: readonly number[];
  readonly numbersAt: readonly number[];
}

export function prepareRequest(text: string): StampedRequest {
  return {
    bytes: Buffer.from(text, 'latin1'),
    addressesAt: placesOf(text, FRESH_ADDRESS),
    numbersAt: placesOf(text, FRESH_NUMBER),
  };
}

/** Writes number `fresh` and the address that belongs to it into the request's own bytes. */
export function stampRequest(
  { bytes, addressesAt, numbersAt }: StampedRequest,
  fresh: number,
): Buffer {
  for (const at of addressesAt) writeAddress(bytes, at, fresh);
  for (const at of numbersAt) writeDigits(bytes, at, FRESH_NUMBER.length, fresh);
  return bytes;
}

function placesOf(text: string, placeholder: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(placeholder); at >= 0; at = text.indexOf(placeholder, at + 1)) {
    places.push(at);
  }
  return places;
}

/** First octets of three digits in public space, far from special-purpose networks. */
const FIRST_OCTETS = [
  103, 104, 109, 110, 113, 119, 121, 131, 139, 143, 151, 160, 178, 185, 190, 201, 213,
];
/** Octets of three digits, so that every address has the same length. */
const OCTETS = 156;
const MIN_OCTET = 100;
const ADDRESSES = FIRST_OCTETS.length * OCTETS ** 3;
/** Prime to the count of addresses, so that neighbours in time are far apart in space and none comes twice. */
const STEP = 27_644_437;

function writeAddress(bytes: Buffer, at: number, fresh: number): void {
  let rest = ((fresh % ADDRESSES) * STEP) % ADDRESSES;
  const first = FIRST_OCTETS[rest % FIRST_OCTETS.length] ?? MIN_OCTET;
  rest = Math.floor(rest / FIRST_OCTETS.length);
  writeDigits(bytes, at, 3, first);
  for (let octet = 1; octet < 4; octet += 1) {
    bytes[at + octet * 4 - 1] = 0x2e;
    writeDigits(bytes, at + octet * 4, 3, MIN_OCTET + (rest % OCTETS));
    rest = Math.floor(rest / OCTETS);
  }
}

function writeDigits(bytes: Buffer, at: number, digits: number, value: number): void {
  let rest = value;
  for (let place = at + digits - 1; place >= at; place -= 1) {
    bytes[place] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
}
