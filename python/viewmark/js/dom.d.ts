// DOM declarations that the type checker lacks.

// The scripts check an element's tag (by the prototype's getter) and then read members of that tag only. The type
// checker cannot follow this, so these members are declared for all elements.
interface Element {
  readonly type: string;
  value: any;
  checked: boolean;
  readonly indeterminate: boolean;
  readonly labels: NodeListOf<HTMLLabelElement> | null;
  readonly files: FileList | null;
  readonly valueAsNumber: number;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly multiple: boolean;
  readonly size: number;
  readonly label: string;
  readonly selected: boolean;
  readonly selectedIndex: number;
  readonly selectedOptions: HTMLCollectionOf<HTMLOptionElement>;
  readonly options: HTMLOptionsCollection;
  readonly caption: HTMLTableCaptionElement | null;
  readonly tHead: HTMLTableSectionElement | null;
  readonly tFoot: HTMLTableSectionElement | null;
  readonly list: HTMLDataListElement | null;
  rows: any;
  readonly validity: ValidityState;
  readonly validationMessage: string;
  readonly form?: HTMLFormElement | null;
  readonly willValidate: boolean;
  readonly min: any;
  readonly max: any;
  readonly step: string;
  readonly popover: string | null;
}
interface CSSStyleDeclaration {
  readonly emptyCells: string;
  readonly overflowClipMargin: string;
  readonly webkitTextSecurity: string;
}
interface Selection {
  modify(alter: string, direction: string, granularity: string): void;
}
