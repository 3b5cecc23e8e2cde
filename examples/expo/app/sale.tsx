import { Text } from 'react-native';

export default function Sale() {
  return <Text>Sale</Text>;
}
