/** How bad a finding is; `info` is not a fault. */
export type Severity = 'problem' | 'warning' | 'info';
