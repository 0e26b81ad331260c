/** Tells whether a text is base64 of whole groups; white space counts for nothing. */
export function isBase64(text: string): boolean {
  const bare = text.replaceAll(/\s/g, '');
  return bare !== '' && bare.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(bare);
}
