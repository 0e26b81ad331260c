import { writeIpv4, writeIpv6 } from '@sonde/shared/presentation/address-text.ts';
import type { TextBuffer } from '@sonde/shared/presentation/text-buffer.ts';
import { clearHostBits } from './clear-host-bits.ts';
import type { ClientPrivacy } from './client-privacy.ts';

/**
 * The subnet text writes the EDNS client subnet (RFC 7871 section 6) as `address/prefix`, under the same protection as
 * client addresses.
 */
export class SubnetText {
  readonly #privacy: ClientPrivacy;
  readonly #address = new Uint8Array(16);

  constructor(privacy: ClientPrivacy) {
    this.#privacy = privacy;
  }

  /** Writes the subnet; nothing if the option is not sound: another family, a prefix that its bytes don't fit. */
  write(out: TextBuffer, bytes: Uint8Array, at: number, length: number): void {
    if (length < 4) return;
    const family = (bytes[at]! << 8) | bytes[at + 1]!;
    let prefix = bytes[at + 2]!;
    const width = family === 1 ? 4 : 16;
    const present = length - 4;
    if ((family !== 1 && family !== 2) || prefix > width * 8 || present > width || present * 8 < prefix)
      return;
    const address = this.#address.fill(0);
    const from = 16 - width;
    if (width === 4) address.fill(0xff, 10, 12);
    for (let index = 0; index < Math.ceil(prefix / 8); index++)
      address[from + index] = bytes[at + 4 + index]!;
    this.#privacy.apply(address, 0);
    prefix = Math.min(prefix, this.#privacy.prefixOf(width));
    clearHostBits(address, from * 8 + prefix);
    if (width === 4) writeIpv4(out, address, 12);
    else writeIpv6(out, address, 0);
    out.byte(0x2f);
    out.decimal(prefix);
  }
}
