const own = /^(?:localhost|localhost\.localdomain|local|broadcasthost|ip6-[a-z]+|0\.0\.0\.0)$/;

/**
 * Tells whether it is one of the names that every hosts file gives to the machine itself, and which a list of bad names
 * does not mean.
 */
export function isOwnName(name: string): boolean {
  return own.test(name);
}
