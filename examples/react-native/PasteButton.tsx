import Clipboard from '@react-native-clipboard/clipboard';
import { useEffect, useState } from 'react';
import { Button, Platform } from 'react-native';
import { links } from './links';

/** For a link that our page copied before the installation. */
export function PasteButton() {
  const [shown, setShown] = useState(false);

  useEffect(() => {
    void links.start().then(async () => setShown(await mayPaste()));
  }, []);

  async function paste() {
    setShown(false);
    // Here iOS asks for permission.
    await links.pasted(await Clipboard.getString());
  }

  return shown && <Button title="Paste the copied link" onPress={() => void paste()} />;
}

/** On a first open to which no link led. iOS says whether a web address was copied, without showing it or asking. */
async function mayPaste(): Promise<boolean> {
  const { firstOpen, delivered } = links.receipt();
  return (
    firstOpen && delivered === 0 && Platform.OS === 'ios' && (await Clipboard.hasWebURL()) === true
  );
}
