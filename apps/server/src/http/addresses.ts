import { isIPv6 } from 'node:net';

/**
 * Returns the key under which calls of an unknown caller are counted. For IPv6 it is the first 64
 * bits, because one subscriber has all addresses below them. IPv4-mapped IPv6 addresses count as
 * IPv4.
 */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const plain = address.toLowerCase().split('%', 1)[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after =
    tail === undefined || tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0);
  const zeros = tail === undefined ? 0 : 8 - groups.length - after;
  const whole = [
    ...groups,
    ...Array.from({ length: zeros }, () => '0'),
    ...(tail ? tail.split(':') : []),
  ];
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
