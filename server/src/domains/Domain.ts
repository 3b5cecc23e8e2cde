/** A verified host on which links of one project answer. */
export interface Domain {
  readonly id: string;
  readonly projectId: string;
  /** Lower case, without a port. */
  readonly host: string;
}
