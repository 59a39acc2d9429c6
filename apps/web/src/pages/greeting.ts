import { t } from '@lingui/core/macro';
/** Returns the greeting of the dashboard. `hour` is local, 0 to 23. */
export function greeting(name: string, hour: number): string {
  const first = name.trim().split(/\s+/u)[0] ?? name;
  if (hour >= 5 && hour < 12) return t`Good morning, ${first}`;
  if (hour >= 12 && hour < 18) return t`Good afternoon, ${first}`;
  return t`Good evening, ${first}`;
}
