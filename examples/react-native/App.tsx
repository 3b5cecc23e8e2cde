import { formatReceipt } from '@fairlead/sdk/react-native';
import { useEffect, useState } from 'react';
import { Text, View } from 'react-native';
import { links } from './links';
import { PasteButton } from './PasteButton';

export function App() {
  const [screen, setScreen] = useState('Welcome');
  const [receipt, setReceipt] = useState('');

  useEffect(() => {
    // Before or after the start: the first link waits for its listener.
    const leave = links.onLink(({ parameters }) => setScreen(parameters.screen ?? 'Welcome'));
    void links.start().then(() => setReceipt(formatReceipt(links.receipt())));
    return leave;
  }, []);

  return (
    <View>
      <Text>{screen}</Text>
      <PasteButton />
      <Text>{receipt}</Text>
    </View>
  );
}
