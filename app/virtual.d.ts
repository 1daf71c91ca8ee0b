/** The text of the script of the customer's page (`vite.config.ts`). */
declare module 'virtual:customer-page.js' {
  const text: string;
  export default text;
}
