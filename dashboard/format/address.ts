/** Tells whether a text is an IPv4 or IPv6 address. */
export function isAddress(text: string): boolean {
  return isIpv4(text) || isIpv6(text);
}

function isIpv4(text: string): boolean {
  const parts = text.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

function isIpv6(text: string): boolean {
  if (!text.includes(':') || text.length > 45) return false;
  // The browser's own parser of hosts decides.
  return URL.canParse(`http://[${text}]/`);
}
