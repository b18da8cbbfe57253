import '@fontsource-variable/fraunces/wght.css';
import '@fontsource-variable/inter/wght.css';
import './styles/base.css';
import './styles/lobby.css';
import './styles/table.css';
import './styles/board.css';
import './styles/playmat.css';
import './styles/art.css';
import { createRoot } from 'react-dom/client';
import { App } from './ui/App';

// The service worker shows a page if there is no connection. `rulebook dev` has none.
if (import.meta.env.PROD && 'serviceWorker' in navigator && document.getElementById('root')?.dataset.page !== 'dev') void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);

createRoot(document.getElementById('root')!).render(<App />);
