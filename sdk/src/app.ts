export { createApp } from './app/createApp.ts';
export { browser, memoryStorage } from './app/browser.ts';
export { formatReceipt } from './app/receipt.ts';
export { showReceipt } from './app/showReceipt.ts';
export type { StandardSchema } from './core/StandardSchema.ts';
export { FairleadError } from './core/FairleadError.ts';
export type {
  App,
  AppOptions,
  AppReceipt,
  AppStorage,
  DeviceFacts,
  InstallReferrer,
  LinkListener,
  OpenedLink,
  Platform,
  ReceiptStep,
  ReceivedLink,
  Reinstall,
  SchemaOptions,
  Unsubscribe,
} from './app/types.ts';
export type { CreateLinkRequest, FieldError, Link, RoutedLink } from './contract.ts';
