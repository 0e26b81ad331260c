import { useLayoutEffect, useRef } from 'preact/hooks';
import { withQuery } from '../app/router.ts';

/** Shows the views of a page, of which the address names one. Where they have no room beside each other, the one is in sight. */
export function Tabs<View extends string>({
  label,
  views,
  current,
  texts,
}: {
  label: string;
  views: readonly View[];
  current: View;
  texts: Readonly<Record<View, string>>;
}) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const nav = element.current!;
    const observer = new ResizeObserver(() => {
      const tab = nav.querySelector<HTMLElement>('[aria-current]');
      if (tab !== null) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2;
    });
    observer.observe(nav);
    return () => observer.disconnect();
  }, [current]);
  return (
    <nav ref={element} class="tabs" aria-label={label}>
      {views.map((view) => (
        <a key={view} href={withQuery({ view })} aria-current={view === current ? 'page' : undefined}>
          {texts[view]}
        </a>
      ))}
    </nav>
  );
}
