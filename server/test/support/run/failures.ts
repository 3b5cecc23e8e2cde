const logged: string[] = [];

/** What a server of this process logs as an error. */
export function recordFailure(text: string): void {
  logged.push(text);
}

/** What has been logged since the test began: every test must end with none, so one that provokes some takes them. */
export function takeFailures(): string[] {
  return logged.splice(0);
}
