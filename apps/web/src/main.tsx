import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadFirstModules } from './app/page-modules.tsx';
import { serverName } from './ui/branding.ts';
import { PageFailure } from './ui/page-failure.tsx';
import './theme/palette.css';
import './theme/base.css';
import './theme/work.css';

document.title = serverName();
const root = createRoot(document.getElementById('app') ?? document.body);
try {
  await loadFirstModules();
  root.render(<App />);
} catch (error) {
  root.render(<PageFailure detail={error instanceof Error ? error.message : ''} />);
}
