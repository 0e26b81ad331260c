import { z } from 'zod';
import { contrast, mixed } from './contrast.ts';
import { isSoundPng } from './sound-png.ts';
import { soundSvg } from './sound-svg.ts';

/** Text on its ground has at least this contrast (WCAG 2.2, success criterion 1.4.3). */
const leastContrast = 4.5;
/** Grounds of the dashboard that text in the accent stands on. */
const grounds = {
  light: ['#ffffff', '#f7f8f8', '#eff1f2'],
  dark: ['#101317', '#171b20', '#1e2329'],
} as const;
/** The share of the accent in the ground of what is chosen. */
const softShare = 0.12;

const line = z.string().trim().min(1).max(120);
const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'A colour is # and six hexadecimal digits.')
  .transform((text) => text.toLowerCase());

const schemeSchema = (scheme: keyof typeof grounds) =>
  z
    .strictObject({ accent: colour, on_accent: colour })
    .superRefine(({ accent, on_accent: text }, context) => {
      const tell = (path: string, ratio: number, ground: string) =>
        context.addIssue({
          code: 'custom',
          path: [path],
          message: `The contrast with ${ground} is ${ratio.toFixed(2)}, and has to be ${leastContrast} at the least.`,
        });
      const own = contrast(accent, text);
      if (own < leastContrast) tell('on_accent', own, `the accent ${accent}`);
      for (const ground of [...grounds[scheme], mixed(grounds[scheme][0], accent, softShare)]) {
        const ratio = contrast(accent, ground);
        if (ratio < leastContrast) return tell('accent', ratio, `the ground ${ground}`);
      }
    });

/** `data:image/png;base64,...`, or an SVG document, which is written anew out of its shapes. */
const logoSchema = z
  .string()
  .max(360_000)
  .transform((text, context): string => {
    const png = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/.exec(text.trim())?.[1];
    if (png !== undefined && isSoundPng(Buffer.from(png, 'base64'))) return `data:image/png;base64,${png}`;
    const svg = png === undefined ? soundSvg(text) : undefined;
    if (svg !== undefined) return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    context.addIssue({
      code: 'custom',
      message:
        'A logo is an SVG document, or a PNG as data:image/png;base64, of 256 KiB and 2,048 pixels a side at most.',
    });
    return z.NEVER;
  });

const host = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?:\*|[a-z0-9.-]{1,253}|\[[0-9a-f:]+\])$/, 'A host is a name or an address without a port, or *.');

/** A brand is a file in `brands/`. */
export const brandSchema = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'An id has lower-case letters, digits and hyphens, 64 at most.'),
  /** Hosts that it is shown under; `*` for all that no other brand has, and for mail. */
  hosts: z.array(host).min(1).max(100),
  name: line,
  logo: logoSchema.nullable().default(null),
  colours: z
    .strictObject({ light: schemeSchema('light'), dark: schemeSchema('dark') })
    .nullable()
    .default(null),
  texts: z
    .strictObject({
      welcome: line.nullable().default(null),
      lead: z.string().trim().min(1).max(500).nullable().default(null),
      footer: z.string().trim().min(1).max(500).nullable().default(null),
    })
    .default({ welcome: null, lead: null, footer: null }),
  support: z
    .strictObject({
      email: z.email().max(320).nullable().default(null),
      url: z
        .url({ protocol: /^https?$/, message: 'This is no address of the web (https, http).' })
        .max(2_000)
        .nullable()
        .default(null),
    })
    .default({ email: null, url: null }),
});
export type Brand = z.output<typeof brandSchema>;

/** The own brand presents the product as itself. */
export const ownBrand: Brand = {
  id: 'sonde',
  hosts: ['*'],
  name: 'Sonde',
  logo: null,
  colours: null,
  texts: { welcome: null, lead: null, footer: null },
  support: { email: null, url: null },
};
