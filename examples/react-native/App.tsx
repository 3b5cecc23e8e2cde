import { formatReceipt } from '@fairlead/sdk/react-native';
import Clipboard from '@react-native-clipboard/clipboard';
import { useEffect, useState } from 'react';
import { Button, Platform, Text, View } from 'react-native';
import { links } from './links';

export function App() {
  const [screen, setScreen] = useState('Welcome');
  const [receipt, setReceipt] = useState('');
  const [offersPaste, setOffersPaste] = useState(false);

  useEffect(() => {
    // Before or after the start: the first link waits for its listener.
    const leave = links.onLink(({ parameters }) => {
      setScreen(parameters.screen ?? 'Welcome');
      setOffersPaste(false);
    });
    void links.start().then(async () => {
      setReceipt(formatReceipt(links.receipt()));
      setOffersPaste(await mayPaste());
    });
    return leave;
  }, []);

  return (
    <View>
      <Text>{screen}</Text>
      {offersPaste && <Button title="Paste the copied link" onPress={() => void paste()} />}
      <Text>{receipt}</Text>
    </View>
  );
}

/** On a first open to which no link led. iOS says whether a web address was copied, without showing it or asking. */
async function mayPaste(): Promise<boolean> {
  const { firstOpen, delivered } = links.receipt();
  return (
    firstOpen && delivered === 0 && Platform.OS === 'ios' && (await Clipboard.hasWebURL()) === true
  );
}

/** Here iOS asks for permission. */
async function paste(): Promise<void> {
  await links.pasted(await Clipboard.getString());
}
