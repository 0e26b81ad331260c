import type { Content } from '../../../ports/content/content.ts';
import { type Brand, ownBrand } from './brand.ts';

export interface BrandPorts {
  readonly brands: Content<Brand>;
}

/**
 * Chooses the brand of a host, with or without a port; of brands that claim one host the first by id. Null, and hosts
 * that nobody has, get the brand for `*`. A host is what a request says: nothing but looks may depend on it.
 */
export function chooseBrand(host: string | null, { brands }: BrandPorts): Brand {
  const name = host?.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');
  const { items } = brands.current;
  return (
    items.find(({ hosts }) => name !== undefined && hosts.includes(name)) ??
    items.find(({ hosts }) => hosts.includes('*')) ??
    ownBrand
  );
}
