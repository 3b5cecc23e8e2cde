/** How bad a finding is; `info` is no fault. */
export type Severity = 'problem' | 'warning' | 'info';
