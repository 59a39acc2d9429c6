import { isIPv6 } from 'node:net';

/**
 * The address by which an unknown caller's calls are counted. Of IPv6 only the first 64 bits: one subscriber has all the
 * addresses below them. IPv4 written as IPv6 is IPv4.
 */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const plain = address.toLowerCase().split('%', 1)[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : 8 - groups.length - after;
  const whole = [...groups, ...Array.from({ length: zeros }, () => '0'), ...(tail ? tail.split(':') : [])];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
