import { useSignal } from '@preact/signals';
import { Component, type ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Skeleton } from '../components/state.tsx';
import { texts } from '../texts/en/common.ts';
import { brand } from './brand.ts';
import { href, journeys, match, place } from './router.ts';
import { type PageModule, type Route, routes } from './routes.ts';
import { mayOpen } from './session.ts';
import { carried } from './time-range.ts';

interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the page of a path, and its parameters. */
export function findRoute(path: string): Found | undefined {
  for (const route of routes) {
    const params = match(route.pattern, path);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

/** Shows the page that the address asks for, or its title until it `isReady`. The focus goes to its beginning after a journey. */
export function PageOutlet({ isReady }: { isReady: boolean }) {
  const main = useRef<HTMLElement>(null);
  const found = findRoute(place.value.path);
  const title = texts.pages[found?.route.name ?? 'notFound'];
  useEffect(() => {
    document.title = `${title} · ${brand.value.name}`;
  }, [title]);
  useEffect(() => {
    if (journeys.value > 0) main.current?.focus({ preventScroll: true });
  }, [journeys.value]);
  return (
    <main class="page" id="page" tabIndex={-1} ref={main}>
      {found === undefined ? (
        <div class="state">
          <h1>{texts.pages.notFound}</h1>
          <p class="soft">{texts.error.notFoundMore}</p>
          <a class="button first" href={href('/', carried())}>
            {texts.pages.overview}
          </a>
        </div>
      ) : (
        <Guard key={place.value.path}>
          <LazyPage isReady={isReady} {...found} />
        </Guard>
      )}
    </main>
  );
}

function LazyPage({ isReady, route, params }: Found & { isReady: boolean }) {
  const loaded = useSignal<{ module?: PageModule; failed?: boolean }>({});
  useEffect(() => {
    let here = true;
    route.load().then(
      (module) => {
        if (here) loaded.value = { module };
      },
      () => {
        if (here) loaded.value = { failed: true };
      },
    );
    return () => {
      here = false;
    };
  }, [route]);
  const { module, failed } = loaded.value;
  if (isReady && !mayOpen(route)) return <Denied title={texts.pages[route.name]} />;
  if (failed === true) return <Broken text={texts.error.module} />;
  if (module === undefined || !isReady) {
    return (
      <>
        <header class="page-head">
          <h1>{texts.pages[route.name]}</h1>
        </header>
        <Skeleton lines={8} />
      </>
    );
  }
  return <module.Page params={params} />;
}

/** Shows that the page is kept from this person, once: not for each of the questions that it would ask. */
function Denied({ title }: { title: string }) {
  return (
    <>
      <header class="page-head">
        <h1>{title}</h1>
      </header>
      <div class="state" role="alert">
        <h2>{texts.error.denied}</h2>
        <p>{texts.error.deniedMore}</p>
        <a class="button first" href={href('/', carried())}>
          {texts.pages.overview}
        </a>
      </div>
    </>
  );
}

/** Keeps a fault of one page to that page. */
class Guard extends Component<{ children: ComponentChildren }, { broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    reportError(error);
  }

  override render() {
    return this.state.broken ? <Broken text={texts.error.pageMore} /> : this.props.children;
  }
}

function Broken({ text }: { text: string }) {
  return (
    <div class="state" role="alert">
      <h1>{texts.error.page}</h1>
      <p>{text}</p>
      <button type="button" class="button" onClick={() => location.reload()}>
        {texts.error.reload}
      </button>
    </div>
  );
}
