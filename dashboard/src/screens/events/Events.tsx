import { useNumbersWindow } from '../../numbers/useNumbersWindow.ts';
import { WindowChoice } from '../../numbers/WindowChoice.tsx';
import { Page } from '../../parts/Page.tsx';
import { EventNumbers } from './EventNumbers.tsx';

/** What people did after a link had brought them, and what it earned. */
export function Events() {
  const [window, choose] = useNumbersWindow();
  return (
    <Page
      title="Events"
      about="What people did in your app, and what it earned. Your app and your server send the events."
      actions={<WindowChoice value={window} onChange={choose} isCompared={false} />}
    >
      <EventNumbers />
    </Page>
  );
}
