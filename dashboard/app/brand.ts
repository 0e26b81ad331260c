import { signal } from '@preact/signals';
import type { Brand } from '@sonde/client/api-types.generated.ts';
import { texts } from '../texts/en/common.ts';
import { api } from './api.ts';

const own: Brand = {
  id: 'sonde',
  name: texts.product,
  logo: null,
  colours: null,
  texts: { welcome: null, lead: null, footer: null },
  support: { email: null, url: null },
};

/**
 * The brand holds the installation's name and looks under this host: the product's own until the collector has
 * answered.
 */
export const brand = signal<Brand>(own);

/** Asks once. Where that fails, the product is itself. */
export function startBrand(): void {
  api.call('GET /api/v2/whitelabel/config').then(wear, () => undefined);
}

function wear(found: Brand): void {
  brand.value = found;
  document.title = document.title.replace(texts.product, found.name);
  if (found.colours === null) return;
  const { light, dark } = found.colours;
  const { style } = document.documentElement;
  style.setProperty('--accent', `light-dark(${light.accent}, ${dark.accent})`);
  style.setProperty('--on-accent', `light-dark(${light.on_accent}, ${dark.on_accent})`);
  style.setProperty('--accent-soft', 'color-mix(in srgb, var(--accent) 12%, light-dark(#ffffff, #101317))');
}
