import { href } from '../app/router.ts';
import { carried } from '../app/time-range.ts';
import { Icon } from '../components/icon.tsx';
import { texts } from '../texts/en/common.ts';

export function Brand() {
  return (
    <a class="brand" href={href('/', carried())}>
      <Icon name="pulse" size={22} />
      {texts.product}
    </a>
  );
}
