import { href, segment } from '../app/router.ts';
import { carried } from '../app/time-range.ts';
import { meaningOf, visible, visibleParts } from '../format/visible-name.ts';

/**
 * Shows a name or another text from the wire, with hidden characters made visible, and the letters of its Punycode.
 * What a person wrote is `prose`, in the letters of the page.
 */
export function Name({
  name,
  meaning = true,
  prose = false,
  title = visible(name),
}: {
  name: string;
  meaning?: boolean;
  prose?: boolean;
  title?: string;
}) {
  const said = meaning ? meaningOf(name) : undefined;
  return (
    <bdi class={prose ? 'name prose' : 'name'} title={title}>
      {name === '' || name === '.'
        ? '.'
        : visibleParts(name).map((part, index) =>
            part.odd ? (
              <span class="odd" key={index}>
                {part.text}
              </span>
            ) : (
              part.text
            ),
          )}
      {said !== undefined && <span class="meaning"> ({said})</span>}
    </bdi>
  );
}

export function domainHref(name: string): string {
  return href(`/domain/${segment(name)}`, carried());
}

export function clientHref(address: string): string {
  return href(`/client/${segment(address)}`, carried());
}

/** Shows a name that leads to the page of the domain. */
export function DomainLink({ name }: { name: string }) {
  return (
    <a href={domainHref(name)}>
      <Name name={name} />
    </a>
  );
}

/** Shows an address that leads to its own page. */
export function AddressLink({ address }: { address: string }) {
  return (
    <a href={href(`/ip/${segment(address)}`, carried())}>
      <Name name={address} />
    </a>
  );
}
