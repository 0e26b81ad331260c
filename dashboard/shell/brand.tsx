import { brand } from '../app/brand.ts';
import { href } from '../app/router.ts';
import { carried } from '../app/time-range.ts';
import { Icon } from '../components/icon.tsx';
import { texts } from '../texts/en/common.ts';

export function Brand() {
  return (
    <a class="brand" href={href('/', carried())}>
      {brand.value.logo === null ? (
        <Icon name="pulse" size={22} />
      ) : (
        <img class="brand-logo" src={brand.value.logo} alt="" />
      )}
      {brand.value.name}
    </a>
  );
}

/** Shows the operator's contact for help, and further notices. */
export function BrandFoot() {
  const { support, texts: own } = brand.value;
  return (
    <>
      {support.email !== null && <a href={`mailto:${support.email}`}>{support.email}</a>}
      {support.url !== null && (
        <a href={support.url} rel="noreferrer" data-outside>
          {texts.support}
        </a>
      )}
      {own.footer !== null && <span class="soft small">{own.footer}</span>}
    </>
  );
}
