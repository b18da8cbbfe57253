import { Component, Suspense, lazy, useEffect, type ReactNode } from 'react';
import { CardDefs } from '../art/CardArt';
import { SettingsContext, useStoredSettings } from '../settings';
import { TextContext, useText, useTextOf } from '../text';
import { Lobby } from './Lobby';
import { Notices } from './Notices';
import { parse, useHash } from './route';

const loadTable = () => import('./TablePage');
const TablePage = lazy(() => loadTable().then((module) => ({ default: module.TablePage })));
const ReplayPage = lazy(() => import('./ReplayPage').then((module) => ({ default: module.ReplayPage })));
const CreateTable = lazy(() => import('./CreateTable').then((module) => ({ default: module.CreateTable })));
const Showcase = lazy(() => import('./Showcase'));
const Dev = lazy(() => import('./dev/DevPage'));

/** Whether `rulebook dev` serves this page. Then there is one table and no lobby. */
const isDevPage = (): boolean => document.getElementById('root')?.dataset.page === 'dev';

export function App() {
  const settings = useStoredSettings();
  const text = useTextOf(settings[0].language);
  if (!text) return null;
  return (
    <SettingsContext value={settings}>
      <TextContext value={text}>
        <CardDefs />
        <a className="skip" href="#main" onClick={(event) => { event.preventDefault(); document.getElementById('main')?.focus(); }}>
          {text.skip}
        </a>
        <ErrorBoundary>
          <Suspense>
            <Page />
          </Suspense>
        </ErrorBoundary>
        <Notices />
      </TextContext>
    </SettingsContext>
  );
}

function Page() {
  const hash = useHash();
  const route = parse(hash);
  // The braces are needed: `scrollTo` may return a promise, which React would take for a cleanup function.
  useEffect(() => {
    window.scrollTo(0, 0);
    // A player in the lobby will open a table soon.
    if (route.page === 'lobby') setTimeout(() => void loadTable(), 1_000);
  }, [route.page]);
  if (isDevPage() || route.page === 'dev') {
    return <Dev />;
  }
  switch (route.page) {
    case 'lobby':
      return <Lobby />;
    case 'new':
      return <CreateTable key={route.game} id={route.game} />;
    case 'table':
      return <TablePage key={`${route.match}${route.invite ?? ''}${route.watch ?? ''}${route.god}`} {...route} />;
    case 'showcase':
      return <Showcase part={route.part} />;
    case 'replay':
      return <ReplayPage key={`${route.match}:${route.as}`} {...route} />;
  }
}

/** Shows an error message instead of an empty page. */
class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null as Error | null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    return this.state.error ? <Crashed error={this.state.error} /> : this.props.children;
  }
}

function Crashed({ error }: { error: Error }) {
  const text = useText();
  return (
    <main className="plain" id="main">
      <h1>{text.errors.crashed}</h1>
      <p className="mono">{error.message}</p>
      <p>
        <button className="button primary" onClick={() => location.reload()}>
          {text.errors.reload}
        </button>
      </p>
    </main>
  );
}
