/** Why a server does not start with this ClickHouse, or without it, and what to do about it. */
export class UnsafeClickHouse extends Error {
  override readonly name = 'UnsafeClickHouse';
}
