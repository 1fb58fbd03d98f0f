import React, {useState} from "react";
import {createRoot} from "react-dom/client";
import {
  ActionButton, ActionGroup, ActionMenu, Accordion, Disclosure, DisclosurePanel, DisclosureTitle, Breadcrumbs, Button, ButtonGroup, Checkbox, CheckboxGroup, ComboBox,
  DatePicker, Flex, Heading, Item, Link, ListBox, ListView, Menu, MenuTrigger, NumberField, Picker, Provider, Radio, RadioGroup,
  SearchField, Slider, Switch, TabList, Tabs, TagGroup, Text, TextArea, TextField, View,
  defaultTheme,
} from "@adobe/react-spectrum";
import {CalendarDate} from "@internationalized/date";

const BOOKS = [["بحر بلا شاطئ", "الرفّ 3", "12 أيار"], ["حديقة الليمون", "الرفّ 1", "14 أيار"], ["طريق القوافل", "الرفّ 7", "20 أيار"], ["قناديل", "الرفّ 2", "2 حزيران"]];

function App() {
  const [told, tell] = useState(0);
  const say = () => tell(told + 1);
  return (
    <Provider theme={defaultTheme} colorScheme="light" locale="ar-AE" minHeight="100vh">
      <View paddingX="size-300" paddingY="size-150" data-told={told}>
        <Flex alignItems="center" gap="size-200">
          <Heading level={2} margin={0}>مكتبة الحيّ</Heading>
          <Breadcrumbs onAction={say} width="size-3600"><Item key="a">المدينة</Item><Item key="b">المكتبة</Item><Item key="c">الإعارات</Item></Breadcrumbs>
          <View flex />
          <SearchField aria-label="ابحث" width="size-2400" defaultValue="بحر" />
          <ActionMenu aria-label="المزيد" onAction={say}><Item key="x">طباعة</Item><Item key="y">تصدير</Item></ActionMenu>
        </Flex>
        <Flex gap="size-400" marginTop="size-150">
          <View width="size-3000">
            <TextField label="اسم القارئ" width="100%" description="كما في البطاقة" />
            <Picker label="الفرع" width="100%" defaultSelectedKey="n" marginTop="size-100"><Item key="n">الميناء</Item><Item key="s">السوق</Item></Picker>
            <ComboBox label="الكتاب" width="100%" marginTop="size-100"><Item key="1">قناديل</Item><Item key="2">حديقة الليمون</Item></ComboBox>
            <DatePicker label="حتى" width="100%" marginTop="size-100" defaultValue={new CalendarDate(2026, 5, 20)} />
            <NumberField label="عدد الكتب" defaultValue={3} minValue={0} width="100%" marginTop="size-100" />
            <TextArea label="ملاحظة" width="100%" marginTop="size-100" />
            <ButtonGroup marginTop="size-200"><Button variant="accent" onPress={say}>حفظ</Button><Button variant="secondary" onPress={say}>إلغاء</Button><Button variant="negative" isDisabled>حذف</Button></ButtonGroup>
          </View>
          <View flex>
            <Tabs aria-label="أقسام" defaultSelectedKey="b" height="size-600"><TabList><Item key="a">القرّاء</Item><Item key="b">الإعارات</Item><Item key="c">الحجوزات</Item><Item key="d">الغرامات</Item></TabList></Tabs>
            <Flex gap="size-200" alignItems="center" marginBottom="size-100">
              <ActionGroup selectionMode="single" defaultSelectedKeys={["list"]}><Item key="list">قائمة</Item><Item key="grid">شبكة</Item><Item key="cal">تقويم</Item></ActionGroup>
              <MenuTrigger><ActionButton>ترتيب</ActionButton><Menu onAction={say}><Item key="t">العنوان</Item><Item key="d">التاريخ</Item></Menu></MenuTrigger>
              <ActionButton isQuiet onPress={say}>تحديث</ActionButton>
            </Flex>
            <ListView aria-label="الكتب" selectionMode="multiple" defaultSelectedKeys={["1"]} height="size-3000" onAction={say}>
              {BOOKS.map(([title, shelf, day], n) => <Item key={String(n)} textValue={title}><Text>{title}</Text><Text slot="description">{shelf}</Text><ActionMenu onAction={say}><Item key="a">تمديد</Item><Item key="b">{day}</Item></ActionMenu></Item>)}
            </ListView>
            <Flex gap="size-400" marginTop="size-200">
              <CheckboxGroup label="التنبيه" defaultValue={["m"]}><Checkbox value="m">بريد</Checkbox><Checkbox value="s">رسالة</Checkbox></CheckboxGroup>
              <RadioGroup label="الاستلام" defaultValue="h"><Radio value="h">من المكتبة</Radio><Radio value="p">بالبريد</Radio></RadioGroup>
              <View><Switch defaultSelected>تذكير</Switch><Slider label="أسابيع" defaultValue={3} minValue={1} maxValue={8} width="size-2000" /></View>
              <TagGroup aria-label="وسوم" onRemove={say} width="size-2000"><Item key="1">شعر</Item><Item key="2">رحلات</Item></TagGroup>
            </Flex>
          </View>
          <View width="size-2400">
            <Accordion defaultExpandedKeys={["hours"]}>
              <Disclosure id="hours"><DisclosureTitle>ساعات العمل</DisclosureTitle><DisclosurePanel>من التاسعة إلى السادسة. <Link href="#map">الخريطة</Link></DisclosurePanel></Disclosure>
              <Disclosure id="rules"><DisclosureTitle>الشروط</DisclosureTitle><DisclosurePanel>.</DisclosurePanel></Disclosure>
            </Accordion>
            <View borderWidth="thin" borderColor="dark" marginTop="size-200"><ListBox aria-label="الرفوف" selectionMode="single" defaultSelectedKeys={["2"]}><Item key="1">شعر</Item><Item key="2">رواية</Item><Item key="3">تاريخ</Item><Item key="4">علوم</Item></ListBox></View>
          </View>
        </Flex>
      </View>
    </Provider>
  );
}
createRoot(document.getElementById("root")).render(<App />);
setTimeout(() => { document.body.dataset.ready = 1; }, 1500);
