import { TextInput, type TextInputProps } from '@mantine/core';

/** The custom scheme, which apps on both platforms have. */
export function SchemeInput(props: TextInputProps) {
  return (
    <TextInput
      label="Custom scheme"
      description="The part before :// in your app’s own links."
      placeholder="myapp"
      {...props}
    />
  );
}
